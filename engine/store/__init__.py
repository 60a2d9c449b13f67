"""Verified model files: what there is, fetching it, knowing that it is whole. Only `install` uses the network."""

from engine.store.catalog import read_catalog
from engine.store.installing import install
from engine.store.places import data_folder
from engine.store.shelf import Installed, list_models, path_of, verify

__all__ = ["Installed", "data_folder", "install", "list_models", "path_of", "read_catalog", "verify"]
